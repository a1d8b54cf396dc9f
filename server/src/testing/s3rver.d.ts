declare module '@20minutes/s3rver' {
  import type { IncomingMessage } from 'node:http'

  interface Context {
    readonly path: string
    readonly method: string
    readonly req: IncomingMessage
    get(header: string): string
    status: number
  }
  /** The part of it that tests use; the package brings no types. */
  export default class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly directory: string
      readonly silent: boolean
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[]
    })
    readonly middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
