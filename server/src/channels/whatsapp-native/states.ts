import type { DeviceState } from './linked-device.ts'

type Next = DeviceState | { readonly state: 'stopped' }

/** The states of a device, one after the other, and the end of waiting for them. */
export interface States {
  readonly put: (state: DeviceState) => void
  next(): Promise<Next>
}

export function openStates(signal: AbortSignal): States {
  const waiting: Next[] = []
  let wake: (() => void) | undefined
  const put = (state: Next) => {
    waiting.push(state)
    wake?.()
  }
  if (signal.aborted) put({ state: 'stopped' })
  else signal.addEventListener('abort', () => put({ state: 'stopped' }), { once: true })
  return {
    put,
    async next() {
      for (;;) {
        const state = waiting.shift()
        if (state) return state
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
