/** What the process of WeCom's library is asked, and what it answers. */

export type SdkCall =
  | { readonly call: 'init'; readonly library: string; readonly corpId: string; readonly secret: string }
  | { readonly call: 'messages'; readonly after: number; readonly most: number; readonly seconds: number }
  | { readonly call: 'open'; readonly messageKey: string; readonly sealed: string }
  | { readonly call: 'file'; readonly fileId: string; readonly place: string; readonly seconds: number }

export type SdkAnswer =
  | { readonly text: string }
  | { readonly bytes: Uint8Array; readonly next?: string }
  | Record<never, never>

export interface SdkQuestion {
  readonly id: number
  readonly asked: SdkCall
}

/** `code` is what a function of the library returned, if it was not zero. */
export type SdkReply =
  | { readonly id: number; readonly answer: SdkAnswer }
  | { readonly id: number; readonly code: number | 'not-understood' }
