import { callProvider, type ProviderAnswer, type ProviderCall } from '#platform/public-fetch.ts'
import type { Agent } from './settings.ts'

interface AgentCall extends ProviderCall {
  /** Besides the password. */
  readonly query?: Readonly<Record<string, string>>
}

/**
 * Calls the agent once. Its password is a parameter of every address, so the address must never be stored, logged or part of
 * an error. A tenant enters where the agent answers, so it may be only a public address.
 * @param path Encoded, after `/api/v1/`.
 * @throws PrivateAddress; the network's own errors; `TimeoutError`
 */
export function callAgent(
  { serverUrl, password }: Agent,
  path: string,
  { query = {}, ...call }: AgentCall,
): Promise<ProviderAnswer> {
  const url = new URL(serverUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1/${path}`
  url.search = new URLSearchParams({ ...query, password }).toString()
  url.hash = ''
  return callProvider(url, call)
}
