/** What a mail says besides the text that is shown of it. */
export interface OtherText {
  readonly kind: 'plain' | 'html' | 'hidden' | 'outside' | 'inline' | 'reading'
  readonly text: string
}
