/** Requests, sessions and files: failures of any call. */
export const requestFailures = {
  'request.invalid': { status: 400, message: 'The request is not valid.' },
  'request.too-large': { status: 413, message: 'The request is larger than allowed. Nothing was saved.' },
  'request.unsupported-type': { status: 415, message: 'This content type is not supported.' },
  'request.too-many': { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  'request.too-busy': {
    status: 429,
    message: 'Too many of these requests are running for you or your organization. Try again in a moment.',
  },
  'request.too-costly': {
    status: 422,
    message:
      'This check took too long and was stopped. Use fewer or simpler rules, or a shorter text, and try again.',
  },
  'request.bad-language': {
    status: 400,
    message: 'X-Language is not the name of a language, such as en or pt-BR.',
  },
  'request.bad-host': { status: 421, message: 'Invalid hostname: {host} hostname must have 3 levels' },
  'request.foreign-host': { status: 421, message: 'This server does not answer to the name {host}.' },
  /** Made by the client, never sent: `config.json` does not contain the address of the API. */
  'request.no-api-address': { status: 0, message: 'Missing API address' },
  'request.not-found': { status: 404, message: 'This address does not exist.' },
  'mailbox.closed': {
    status: 404,
    message: 'Open the mailbox with the link that the server prints at its start, next to “Mail”.',
  },
  'request.key-reused': {
    status: 422,
    message: 'This Idempotency-Key was used for a different request. Nothing was saved.',
  },
  'request.in-progress': { status: 409, message: 'The same request is still being processed.' },
  internal: {
    status: 500,
    message:
      'Oops! We encountered an unexpected error. Please try again or contact your support representative for assistance.',
  },
  /** The API could not be reached at all; made by the client, never sent. */
  network: {
    status: 0,
    message:
      'Oops! We encountered an unexpected error. Please try again or contact your support representative for assistance.',
  },
  unavailable: {
    status: 503,
    message: 'The service is busy or restarting. Nothing was saved. Try again shortly.',
  },
  /** Answers of a proxy in between; made by the client, never sent. */
  'gateway-timeout': {
    status: 504,
    message:
      'The service did not answer in time. Your request may still have been completed. Check before you try again.',
  },
  'version-not-supported': {
    status: 505,
    message: 'The connection uses a version of HTTP that is not supported here. Nothing was saved.',
  },
  'file.not-here': {
    status: 503,
    message: 'This file cannot be read at the moment. Try again in a few minutes.',
  },
  'file.damaged': {
    status: 500,
    message:
      'This file has changed since it was stored, so it is not shown. Contact the operator of this installation.',
  },
  'session.missing': { status: 401, message: 'Your session has expired.' },
  'session.expired': { status: 401, message: 'Your session has expired.' },
  'session.mismatch': {
    status: 403,
    message: 'The request names a different organization or user than your session.',
  },
  'access.denied': { status: 403, message: 'You don’t have access to this.' },
  'capture.bad-signature': { status: 403, message: 'The signature does not match.' },
  'capture.no-signature': { status: 400, message: 'The signature is missing.' },
  'capture.too-many-parameters': {
    status: 400,
    message: 'The form has too many parameters. Nothing was saved.',
  },
  'capture.too-many-failures': {
    status: 429,
    message: 'Too many deliveries from this address had an invalid signature. Wait a minute and try again.',
  },
} as const
