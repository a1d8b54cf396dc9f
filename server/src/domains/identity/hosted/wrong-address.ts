import { createHash } from 'node:crypto'
import { brand, specimen } from './look.ts'
import { html, Markup } from './markup.ts'
import { bareStyle } from './style.ts'

/** The page for a host name that is not ours. Nothing else is served there, so it contains its style. */
export function wrongAddressPage(message: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>Wrong address · Verbatim</title>
        ${style}
      </head>
      <body>
        <main>
          ${brand}
          <div class="step">
            <div>
              <h1>This address leads nowhere</h1>
              <p class="quiet">${message}</p>
            </div>
            <p>
              An address has three parts: the organization or environment, then the two parts of the main
              domain, as in acme.verbatim.example. Check it, or ask the person who gave it to you.
            </p>
          </div>
        </main>
        ${specimen}
      </body>
    </html> `.text
}

const style = new Markup(`<style>${bareStyle}</style>`)

/** Allows that page its style, and nothing else. */
export const wrongAddressPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(bareStyle).digest('base64')}'; frame-ancestors 'none'`
