/** The texts of a mail other than the shown one. */
export interface OtherText {
  readonly kind: 'plain' | 'html' | 'hidden' | 'outside' | 'inline' | 'reading'
  readonly text: string
}
