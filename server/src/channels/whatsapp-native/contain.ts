import { sep } from 'node:path'

/** A library of the library prints whole sessions, with their keys, and there is no setting for it. */
const talkative = `${sep}libsignal${sep}`
/** The library leaves promises alone, such as an answer on a connection that has just ended. */
const careless = [`${sep}baileys${sep}`, talkative]
const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

/** What replaces the console's own methods. */
const quiet = new WeakSet<(...words: unknown[]) => void>()

/**
 * Keeps the library from printing, and its carelessness from ending the process with all its other connections. Changes nothing for
 * other code. May be repeated.
 */
export function containLibrary(): void {
  for (const method of methods) {
    if (quiet.has(console[method])) continue
    const print = console[method].bind(console)
    console[method] = (...words: unknown[]) => {
      if (!new Error('who prints').stack?.includes(talkative)) print(...words)
    }
    quiet.add(console[method])
  }
  if (!process.listeners('unhandledRejection').includes(passOn)) process.on('unhandledRejection', passOn)
}

/**
 * Drops a failure of the library that no one waits for: its connection ends by itself, and is opened again. Any other is thrown again,
 * which ends the process as if this were not here.
 */
export function passOn(reason: unknown): void {
  const stack = reason instanceof Error ? (reason.stack ?? '') : ''
  if (!careless.some((folder) => stack.includes(folder))) throw reason
}
