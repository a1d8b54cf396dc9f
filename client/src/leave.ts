/** Leaves the page for another address. What was busy stays so: it never resolves. */
export function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => {})
}
