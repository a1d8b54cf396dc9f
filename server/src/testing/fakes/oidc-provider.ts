import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A customer's own provider in a separate process: the certified implementation, with a page that admits anyone. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
}

export const testProviderClient = { clientId: 'verbatim', secret: 'provider-secret-of-the-test' } as const

/** Starts it. @param redirectUri Where its answers may go. */
export async function openTestProvider(redirectUri: string): Promise<TestProvider> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('oidc-provider-process.ts', import.meta.url)), redirectUri],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const issuer = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The provider ended with ${code}`)))
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, found] = /^issuer (\S+)$/m.exec(said) ?? []
      if (found) resolve(found)
    })
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
