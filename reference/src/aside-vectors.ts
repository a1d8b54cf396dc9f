/** The vectors that no test takes, by their file and id, each with its reason (server/src/testing/reference-vectors.test.ts). */
export const asideVectors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'wecom.json': {
    'jsapi-signature': 'Signs pages for the browser inside the WeCom app. None of our pages runs there.',
  },
}
