import { flushSync } from 'react-dom'

/**
 * Changes the text of a field, and puts the cursor into it before the next key arrives: in the next frame it could be behind
 * letters that were typed meanwhile.
 * @param change Sets the state that the field shows.
 */
export function replaceText(
  field: HTMLInputElement | HTMLTextAreaElement | null,
  caret: number,
  change: () => void,
): void {
  flushSync(change)
  field?.focus()
  field?.setSelectionRange(caret, caret)
}
