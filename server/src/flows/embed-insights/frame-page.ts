/** The page in the frame of an embedded insight: it is ours, and holds the provider's own frame. */
import { createHash } from 'node:crypto'
import type { FrameMessage } from '@verbatim/contract/embedded-insights.ts'
import { html, Markup } from '#domains/identity/hosted/markup.ts'
import type { Shown } from './open-insight.ts'

const style = `html, body { height: 100%; margin: 0; } body { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
iframe { border: 0; display: block; height: 100%; width: 100%; } p { margin: 24px; }`

/**
 * Makes the provider's frame, gives it the guest token as Superset takes one, and reports its state to the page around it. What the
 * frame may do is the least that dashboards need; it can never lead the whole page elsewhere.
 */
const script = `'use strict'
const { url, token, title, message } = document.body.dataset
const tell = () => parent.postMessage(JSON.parse(message), location.origin)
if (!url) tell()
else {
  const frame = document.createElement('iframe')
  for (const right of ['scripts', 'same-origin', 'forms', 'popups', 'downloads']) frame.sandbox.add('allow-' + right)
  frame.title = title
  frame.addEventListener('load', () => {
    if (token) {
      const { port1, port2 } = new MessageChannel()
      frame.contentWindow.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, new URL(url).origin, [port2])
      port1.postMessage({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken: token } })
    }
    tell()
  }, { once: true })
  frame.src = url
  document.body.append(frame)
}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows the page its own script and style, and a frame of the provider's origin alone; only our own pages may hold it. */
export const framePolicy = (provider?: string) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `frame-src ${provider ?? "'none'"}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

export const openedPage = ({ url, guestToken, secondsLeft, name }: Shown): string =>
  page(
    html`<body
      data-url="${url}"
      data-token="${guestToken}"
      data-title="${name}"
      data-message="${JSON.stringify(marked({ state: 'opened', secondsLeft }))}"
    >
      ${scriptTag}
    </body>`,
    name,
  )

/** What the page around shows instead, in better form than here. */
export const closedPage = (message: SentMessage): string =>
  page(
    html`<body data-message="${JSON.stringify(marked(message))}">
      <p>${message.state === 'failed' ? message.text : 'This link has already been used or has expired.'}</p>
      ${scriptTag}
    </body>`,
    'Not shown',
  )

type Without<Message> = Message extends unknown ? Omit<Message, 'source'> : never
type SentMessage = Without<FrameMessage>

const marked = (message: SentMessage) => ({ source: 'verbatim-embedded', ...message })

const scriptTag = new Markup(`<script>${script}</script>`)

const page = (body: Markup, title: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      ${body}
    </html> `.text
