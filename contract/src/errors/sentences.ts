/** Failures that many nouns have in the same words. */

/** Fixed: docs/rules/texts.md. */
export const missing = { status: 404, message: "Oops! Entity with specified ID doesn't exist..." } as const

/** @param what As the sentence continues: "this group". */
export const changedMeanwhile = (what: string) =>
  ({
    status: 409,
    message: `Someone else changed ${what}. Nothing was saved. Reload to see their changes.`,
  }) as const
