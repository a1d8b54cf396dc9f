import { failures } from '@verbatim/contract/errors.ts'
import { totpUri } from '@verbatim/contract/identity.ts'
import { userLimits } from '@verbatim/contract/user-fields.ts'
import type { Form } from './login.ts'
import { wholePage } from './look.ts'
import { html, type Markup } from './markup.ts'
import { qrCode } from './qr-code.ts'

interface Frame {
  readonly organization: string
  readonly title: string
  readonly body: Markup
}

const head = html`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  <link rel="stylesheet" href="/login.css" />`

/** A page of the hosted sign-in, with a style sheet from our own address. */
const page = ({ organization, title, body }: Frame): string =>
  wholePage({ title, head, heading: title, quiet: organization, body })

/** The frame around each form of the hosted page. */
export interface FormFrame {
  readonly organization: string
  /** The target of the form, which repeats the request. */
  readonly action: string
  readonly token: string
  /** The error of the sent form. */
  readonly failure?: string | undefined
  /** The organization's own provider, and the link that leads to it. */
  readonly provider?: { readonly name: string; readonly href: string } | undefined
}

const titles: Record<Form['step'], string> = {
  password: 'Sign in',
  code: 'Enter your code',
  'new-password': 'Choose a password',
  enrol: 'Set up a second step',
  'recovery-codes': 'Save your recovery codes',
}

const submitWords: Partial<Record<Form['step'], string>> = {
  password: 'Sign in',
  'recovery-codes': 'I have saved them',
}

/** The page of a form. */
export function formPage(form: Form, { organization, action, token, failure, provider }: FormFrame): string {
  const hidden = Object.entries({ token, step: form.step, ...carried(form) }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const alert = failure && html`<p class="failure" role="alert">${failure}</p>`
  const other =
    form.step === 'password' && provider
      ? html`<a class="button" href="${provider.href}">Continue with ${provider.name}</a>
          <p class="or">or with your password</p>`
      : undefined
  const body = html`${alert}${other}
    <form method="post" action="${action}">
      ${hidden} ${fields(form)}
      <button type="submit">${submitWords[form.step] ?? 'Continue'}</button>
    </form>`
  return page({ organization, title: titles[form.step], body })
}

/** The page for a sign-in that cannot continue. */
export function refusalPage(message: string, organization = ''): string {
  const body = html`<p class="failure" role="alert">${message}</p>
    <p><a href="/sign-in">Back to sign-in</a></p>`
  return page({ organization, title: 'You can’t sign in', body })
}

function carried(form: Form): Record<string, string> {
  if (form.step === 'password') return {}
  const { session, email } = form
  return form.step === 'enrol' ? { session, email, secret: form.secret } : { session, email }
}

function fields(form: Form): Markup {
  switch (form.step) {
    case 'password':
      return html`<label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          autofocus
          maxlength="${String(userLimits.email)}"
          value="${form.email}"
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="256"
        />`
    case 'code':
      return html`<p class="quiet">
          Open your authenticator app and enter the six digits it shows for Verbatim, or enter a recovery
          code.
        </p>
        ${codeField('text')}`
    case 'new-password':
      return html`<p class="quiet">${failures['identity.weak-password'].message}</p>
        <label for="password">New password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          autofocus
          maxlength="256"
        />
        <label for="confirmation">Confirm password</label>
        <input
          id="confirmation"
          name="confirmation"
          type="password"
          autocomplete="new-password"
          required
          maxlength="256"
        />`
    case 'enrol':
      return html`<p class="quiet">
          Scan this code with an authenticator app or enter the key in it. Then enter the six digits it shows.
        </p>
        ${qrCode(totpUri(form.email, form.secret), 'Code for an authenticator app')}
        <p class="key">${form.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        ${codeField('numeric')}`
    case 'recovery-codes':
      return html`<p class="quiet">
          Each of these codes lets you sign in once without your authenticator. They are shown only now: write
          them down or print this page, and keep them in a safe place.
        </p>
        <ul class="key codes" aria-label="Recovery codes">
          ${(form.codes ?? []).map((code) => html`<li>${code}</li>`)}
        </ul>`
  }
}

const codeField = (keys: 'numeric' | 'text') =>
  html`<label for="code">Code</label>
    <input
      id="code"
      name="code"
      inputmode="${keys}"
      autocomplete="one-time-code"
      required
      autofocus
      maxlength="32"
    />`
