import { fork } from 'node:child_process'

/** A customer's own provider in a separate process: the certified implementation, with a page that admits anyone. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
}

export const testProviderClient = { clientId: 'verbatim', secret: 'provider-secret-of-the-test' } as const

/** Starts it. @param redirectUri Where its answers may go. */
export async function openTestProvider(redirectUri: string): Promise<TestProvider> {
  const child = fork(new URL('oidc-provider-process.ts', import.meta.url), [redirectUri], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const issuer = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The provider ended with ${code}`)))
    child.once('message', (said) => resolve(said as string))
  })
  return {
    issuer,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve())
        child.kill()
      }),
  }
}
