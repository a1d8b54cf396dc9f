import { PassThrough, pipeline, type Readable } from 'node:stream'

/** The same bytes, with the errors of the store; ending one of the two streams at any time closes the other. */
export function guarded(source: Readable, toError: (error: Error) => Error): Readable {
  const through = new PassThrough({
    destroy: (error, done) => done(error && toError(error)),
  })
  pipeline(source, through, () => {}) // the reader gets the error
  return through
}
