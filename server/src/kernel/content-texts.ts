/** The words in content that is not text, as further texts of its message: searched and examined like the text. */
import { contentWords } from '@verbatim/contract/content-facts.ts'
import type { OtherText } from './captured-event.ts'
import { namelessContent } from './nameless-content.ts'

/**
 * One line for each value, without those that are lines of the message's texts already. Content that may name people is a text
 * of its own, because readers under pseudonyms do not see it.
 * @param said The texts that the message has.
 */
export function contentTexts(
  structured: Record<string, unknown> | null | undefined,
  said: readonly (string | null | undefined)[],
): OtherText[] {
  if (!structured) return []
  const words = new Set(contentWords(structured))
  if (words.size === 0) return []
  const known = new Set(said.flatMap((text) => text?.split('\n') ?? []))
  const lines = [...words].filter((value) => !value.split('\n').every((line) => known.has(line)))
  const nameless = new Set(contentWords(namelessContent(structured)))
  const toText = (kind: OtherText['kind'], values: readonly string[]): OtherText[] =>
    values.length > 0 ? [{ kind, text: values.join('\n') }] : []
  return [
    ...toText(
      'content',
      lines.filter((value) => nameless.has(value)),
    ),
    ...toText(
      'card',
      lines.filter((value) => !nameless.has(value)),
    ),
  ]
}
