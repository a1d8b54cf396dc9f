import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

/** A browser without a screen: it keeps cookies and its current page, and does not follow redirects by itself. */
export interface TestBrowser {
  open(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Sends the form of its current page, with these fields filled in. */
  submit(fields: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  forgetCookies(): void
}

/** Opens a browser on one host of an installation that has no port. */
export function openTestBrowser(app: FastifyInstance, host: string): TestBrowser {
  const cookies = new Map<string, string>()
  let page = ''
  const go = async (method: 'GET' | 'POST', url: string, payload?: string, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const path = url.replace(/^https?:\/\/[^/]+/, '')
    const answer = await app.inject({
      method,
      url: path,
      headers: { host, cookie, accept: 'text/html', ...form, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    page = answer.body
    return answer
  }
  return {
    open: (url, headers) => go('GET', url, undefined, headers),
    submit(fields, headers) {
      const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(page) ?? []
      const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
      const sent = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescape(value)]))
      return go('POST', unescape(action), new URLSearchParams({ ...sent, ...fields }).toString(), headers)
    },
    forgetCookies: () => cookies.clear(),
  }
}

const unescape = (text: string) =>
  text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
