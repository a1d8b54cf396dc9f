import { createHash } from 'node:crypto'
import { wholePage } from './look.ts'
import { html, Markup } from './markup.ts'
import { bareStyle } from './style.ts'

/** The page for a host name that is not ours. Nothing else is served there, so it contains its style. */
export function wrongAddressPage(message: string): string {
  return wholePage({
    title: 'Wrong address',
    head: style,
    heading: 'This link isn’t valid',
    quiet: 'Check the address, or ask the person who gave it to you.',
    body: html`<p>
        An address has three parts: the organization or environment, then the two parts of the main domain, as
        in acme.verbatim.example.
      </p>
      <p class="quiet">${message}</p>`,
  })
}

const style = new Markup(`<style>${bareStyle}</style>`)

/** Allows that page its style, and nothing else. */
export const wrongAddressPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(bareStyle).digest('base64')}'; frame-ancestors 'none'`
