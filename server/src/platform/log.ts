import pino from 'pino'

/** The part of the logger that everybody may use: a message last, what it is about first. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>

/** A log that nobody reads. */
export const silentLog: Log = pino({ enabled: false })
