/**
 * The prefixes of a subject when a mail is answered or forwarded: "Re:", "AW:", "回复：", "إعادة توجيه:", "Re[2]:",
 * "[External]". No list of languages: one or two short words before a colon, repeated any number of times.
 */
const prefixes =
  /^(?:\s*(?:\[[^\]]{0,40}\]|[\p{L}\p{M}.]{1,12}(?: [\p{L}\p{M}.]{1,12})?\s?(?:[[(]\d{1,4}[\])])?\s?[:：]))+\s*/u

/** Where a subject begins, without the prefixes of answering or forwarding. */
export function subjectStart(subject: string): number {
  return prefixes.exec(subject)?.[0].length ?? 0
}
