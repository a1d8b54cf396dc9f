import { vi } from 'vitest'

/**
 * Waits until `holds` is true of it, or gives a value, which is returned. What never happens fails after a time that is far
 * longer than anything that is awaited takes: it is a limit of hanging. Under fake timers each look moves the clock on by 10 ms.
 */
export const until = <T>(holds: () => T | Promise<T>) =>
  vi.waitUntil(holds, { timeout: 20_000, interval: 10 })
