import { Failure } from './failure.ts'

/** How somebody proves who they are, which a page of somebody who is signed in does without. @throws Failure `network` */
export const loadSignIn = () =>
  import('./sign-in.ts').catch((cause: unknown) => {
    throw new Failure('network', { cause })
  })
