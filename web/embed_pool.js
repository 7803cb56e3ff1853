// The pool: which embeds of a page have a drawing surface now. Browsers keep about 16 of them over all pages of a
// process and take the oldest away; with a few at most, none is ever taken.

export const MOST_LIVE = 4;

/**
 * Why an embed wants a surface, the better the reason the higher: it is near and could be used soon; it has never been
 * drawn, or its picture is old; the reader points at it.
 */
export const Reason = { NEAR: 1, PICTURE: 2, READER: 3 };

/**
 * @typedef {object} Member
 * @property {boolean} near the viewport
 * @property {() => boolean} isBusy it is being started, or the reader is in it: it keeps its surface
 * @property {() => void} wake it may take a surface
 * @property {() => Promise<void>} rest settled when it has given its surface back
 */

export class Pool {
  /** Members with a surface, the one used longest ago first. @type {Set<Member>} */
  #live = new Set();
  /** @type {Map<Member, number>} */
  #waiting = new Map();
  /** Members that are giving their surface back; until then they get none. @type {Set<Member>} */
  #resting = new Set();

  /** @param {Member} member @param {number} reason one of Reason */
  ask(member, reason) {
    if (this.#live.delete(member)) {
      this.#live.add(member); // now the one used last
      return;
    }
    this.#waiting.set(member, Math.max(reason, this.#waiting.get(member) ?? 0));
    this.settle();
  }

  /** It has no surface any more and wants none. @param {Member} member */
  leave(member) {
    this.#live.delete(member);
    this.#waiting.delete(member);
    this.settle();
  }

  /** Gives surfaces to those that wait, and takes some from others for it. To be called when a member is less busy. */
  settle() {
    const waiting = [...this.#waiting].filter(([member]) => !this.#resting.has(member)).sort(([a, x], [b, y]) => y - x || b.near - a.near);
    for (const [member, reason] of waiting) {
      if (this.#live.size + this.#resting.size < MOST_LIVE) {
        this.#waiting.delete(member);
        this.#live.add(member);
        member.wake();
      } else if (this.#resting.size < waiting.length) {
        this.#makeRoom(reason);
      }
    }
  }

  /** @param {number} reason somebody has for it */
  #makeRoom(reason) {
    const free = [...this.#live].filter((member) => !member.isBusy());
    const chosen = free.find((member) => !member.near) ?? (reason > Reason.NEAR ? free[0] : undefined);
    if (chosen === undefined) {
      return;
    }
    this.#live.delete(chosen);
    this.#resting.add(chosen);
    chosen.rest().finally(() => {
      this.#resting.delete(chosen);
      if (chosen.near) {
        this.#waiting.set(chosen, Math.max(Reason.NEAR, this.#waiting.get(chosen) ?? 0));
      }
      this.settle();
    });
  }
}
