/** Leaves the page for another address. It never resolves, so busy elements stay busy. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}

/** Whether a text is an address of this site, never one of another. */
export const isOurs = (text: string | undefined): text is string => /^\/(?![/\\])/.test(text ?? '')
