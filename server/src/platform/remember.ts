/** Asks at most once in `ms`, however many want to know; who comes meanwhile gets the same answer. */
export function rememberFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (asked && performance.now() - asked.at < ms) return asked.answer
    asked = { at: performance.now(), answer: ask() }
    return asked.answer
  }
}
