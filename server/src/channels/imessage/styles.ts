import { z } from 'zod'

const Run = z.object({
  range: z.tuple([z.number(), z.number()]),
  attributes: z.record(z.string(), z.unknown()),
})
const Styled = z.array(z.object({ runs: z.array(Run.catch({ range: [0, 0], attributes: {} })) }))

/** By the names that Apple gives the attributes. */
const styles: Readonly<Record<string, string>> = {
  __kIMTextBoldAttributeName: 'bold',
  __kIMTextItalicAttributeName: 'italic',
  __kIMTextUnderlineAttributeName: 'underline',
  __kIMTextStrikethroughAttributeName: 'strikethrough',
  __kIMTextEffectAttributeName: 'effect',
}
const mention = '__kIMMentionConfirmedMention'

/**
 * The people who are mentioned in a text, and how its parts look, by their places in it. Only lists have it. Source: BlueBubbles
 * Server, `attributedBody`.
 */
export function stylesOf(attributedBody: unknown): Record<string, unknown> {
  const runs = Styled.safeParse(attributedBody).data?.flatMap((part) => part.runs) ?? []
  const found = runs.flatMap(({ range: [start, length], attributes }) => {
    const person = attributes[mention]
    const looks = Object.keys(attributes).flatMap((name) => (Object.hasOwn(styles, name) ? styles[name] : []))
    return [
      ...(typeof person === 'string' ? [{ mention: person, start, length }] : []),
      ...looks.map((style) => ({ style, start, length })),
    ]
  })
  return found.length > 0 ? { styles: found } : {}
}
