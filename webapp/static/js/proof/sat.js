/** A small SAT solver: clauses over variables 0, 1, ... may be added between two models. */

/** A literal is `2 * variable`, or one more for its negation. */
export class Sat {
  constructor(variables) {
    this.size = variables;
    this.value = new Int8Array(variables); // 1 true, -1 false, 0 open
    this.level = new Int32Array(variables);
    this.reason = new Array(variables).fill(null);
    this.kept = new Int8Array(variables).fill(1);
    // A list of variables, those of the latest conflicts last; none after `search` is open.
    this.before = Int32Array.from({ length: variables }, (_, variable) => variable - 1);
    this.after = Int32Array.from({ length: variables }, (_, variable) => (variable + 1 < variables ? variable + 1 : -1));
    this.stamp = Float64Array.from({ length: variables }, (_, variable) => variable);
    this.last = variables - 1;
    this.search = this.last;
    this.clock = variables;
    this.watches = Array.from({ length: 2 * variables }, () => []);
    this.trail = [];
    this.starts = [];
    this.done = 0;
    this.impossible = false;
    this.conflicts = 0;
  }

  /** 1 when a literal is true, -1 when it is false, else 0. */
  now(literal) {
    return literal & 1 ? -this.value[literal >> 1] : this.value[literal >> 1];
  }

  /** Add a clause; what was chosen for the last model is taken back. */
  add(literals) {
    this.back(0);
    const left = [...new Set(literals)].filter((literal) => this.now(literal) >= 0);
    if (left.some((literal) => this.now(literal) > 0)) return;
    if (!left.length) this.impossible = true;
    else if (left.length === 1) this.set(left[0], null);
    else this.watch(left);
  }

  watch(clause) {
    this.watches[clause[0]].push(clause);
    this.watches[clause[1]].push(clause);
  }

  set(literal, reason) {
    const variable = literal >> 1;
    this.value[variable] = literal & 1 ? -1 : 1;
    this.level[variable] = this.starts.length;
    this.reason[variable] = reason;
    this.trail.push(literal);
  }

  back(level) {
    if (this.starts.length <= level) return;
    const start = this.starts[level];
    for (let at = this.trail.length - 1; at >= start; at -= 1) {
      const variable = this.trail[at] >> 1;
      this.kept[variable] = this.value[variable];
      this.value[variable] = 0;
      if (this.search < 0 || this.stamp[variable] > this.stamp[this.search]) this.search = variable;
    }
    this.trail.length = start;
    this.starts.length = level;
    this.done = start;
  }

  /** Draw all conclusions; return a clause that is broken, or null. */
  conclude() {
    while (this.done < this.trail.length) {
      const falsified = this.trail[this.done] ^ 1;
      this.done += 1;
      const watching = this.watches[falsified];
      let kept = 0;
      for (let at = 0; at < watching.length; at += 1) {
        const clause = watching[at];
        if (clause[0] === falsified) [clause[0], clause[1]] = [clause[1], clause[0]];
        if (this.now(clause[0]) > 0) {
          watching[kept++] = clause;
          continue;
        }
        const next = clause.findIndex((literal, place) => place > 1 && this.now(literal) >= 0);
        if (next > 0) {
          [clause[1], clause[next]] = [clause[next], clause[1]];
          this.watches[clause[1]].push(clause);
          continue;
        }
        watching[kept++] = clause;
        if (this.now(clause[0]) < 0) {
          for (at += 1; at < watching.length; at += 1) watching[kept++] = watching[at];
          watching.length = kept;
          return clause;
        }
        this.set(clause[0], clause);
      }
      watching.length = kept;
    }
    return null;
  }

  /** Learn from a broken clause: return a clause whose first literal follows after going back. */
  learn(broken) {
    const seen = new Set();
    const learnt = [];
    let open = 0;
    let at = this.trail.length;
    let clause = broken;
    let literal = -1;
    do {
      for (const other of clause) {
        const variable = other >> 1;
        if (other === literal || seen.has(variable) || this.level[variable] === 0) continue;
        seen.add(variable);
        if (this.level[variable] === this.starts.length) open += 1;
        else learnt.push(other);
      }
      do at -= 1;
      while (!seen.has(this.trail[at] >> 1));
      literal = this.trail[at];
      clause = this.reason[literal >> 1];
      open -= 1;
    } while (open > 0);
    learnt.sort((one, other) => this.level[other >> 1] - this.level[one >> 1]);
    for (const variable of [...seen].sort((one, other) => this.stamp[one] - this.stamp[other])) this.prefer(variable);
    return [literal ^ 1, ...learnt];
  }

  /** Choose a variable before all others. */
  prefer(variable) {
    if (variable === this.last) return;
    const { before, after } = this;
    if (before[variable] >= 0) after[before[variable]] = after[variable];
    before[after[variable]] = before[variable];
    if (this.search === variable) this.search = after[variable];
    before[variable] = this.last;
    after[variable] = -1;
    after[this.last] = variable;
    this.last = variable;
    this.stamp[variable] = this.clock;
    this.clock += 1;
    if (!this.value[variable]) this.search = variable;
  }

  /** Return the open variable to choose next, or -1. */
  next() {
    while (this.search >= 0 && this.value[this.search]) this.search = this.before[this.search];
    return this.search;
  }

  /**
   * Find a model: then `value` holds it and true is returned. False when there is none, and null
   * when it takes more than `most` conflicts, with those of earlier calls.
   */
  solve(most) {
    this.conflicts += 1;
    while (!this.impossible) {
      const broken = this.conclude();
      if (broken) {
        this.conflicts += 1;
        if (this.conflicts > most) return null;
        if (!this.starts.length) {
          this.impossible = true;
          break;
        }
        const learnt = this.learn(broken);
        this.back(learnt.length > 1 ? this.level[learnt[1] >> 1] : 0);
        if (learnt.length > 1) this.watch(learnt);
        this.set(learnt[0], learnt.length > 1 ? learnt : null);
        continue;
      }
      const best = this.next();
      if (best < 0) return true;
      this.starts.push(this.trail.length);
      this.set(2 * best + (this.kept[best] > 0 ? 0 : 1), null);
    }
    return false;
  }
}
