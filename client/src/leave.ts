/** Leaves the page for another address. It never resolves, so busy elements stay busy. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}
