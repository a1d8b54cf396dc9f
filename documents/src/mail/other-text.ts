/** The texts of a mail besides the one that is shown. */
export interface OtherText {
  readonly kind: 'plain' | 'html' | 'hidden' | 'outside' | 'inline' | 'reading'
  readonly text: string
}
