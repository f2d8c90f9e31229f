/** Asks the site for one position after the other, from the end of the game. */

import { ask } from "../core/ask.js";

/**
 * Return the questions about a game with the `answers` so far, null where there is none. `go` begins
 * or goes on, `stop` stops after the question that is asked. `answered` gets each answer, `changed`
 * hears that it runs, waits (for so many seconds) or ended, with a problem in words where there is one.
 */
export function questionsOf(address, game, answers, { answered, changed }) {
  let next = answers.findLastIndex((each) => !each);
  let known = answers[next + 1]?.value ?? null;
  let running = false;
  let wake = null;
  let thread = Promise.resolve();

  async function run() {
    while (running && next >= 0) {
      changed({ next });
      const { found, problem, wait } = await ask(address, { ...game, ply: next, known });
      if (found) {
        known = found.value;
        next -= 1;
        answered(found);
      } else if (wait) {
        changed({ next, wait });
        await pause(wait);
      } else {
        running = false;
        changed({ next, problem });
        return;
      }
    }
    running = false;
    changed({ next });
  }

  function pause(seconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 1000 * seconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    get running() {
      return running;
    },
    go() {
      if (running) return;
      running = true;
      thread = thread.then(run);
    },
    stop() {
      running = false;
      wake?.();
    },
  };
}
