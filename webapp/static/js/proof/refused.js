/** Why a certificate is not accepted: a sentence for people. */
export class Refused extends Error {}

/** Refuse unless a rule holds. */
export function demand(holds, why) {
  if (!holds) throw new Refused(why);
}
