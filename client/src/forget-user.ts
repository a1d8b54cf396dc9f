/**
 * What a user leaves in a browser. Both apps share it, because they have one origin, and signing out of one is signing out of both,
 * also if the other is not open.
 */

/** Names of places that a user opened, on this device: the key of each user begins so. */
export const placesOfUser = 'verbatim.recent.'

/** Answers that a user read, on this device, as a cache. */
export const answersOfUser = 'verbatim-messenger-kept'

/** Removes answers that were read, after any end of a session. */
export async function forgetAnswers(): Promise<void> {
  // Without https, a browser has no caches.
  await globalThis.caches?.delete(answersOfUser).catch(() => false)
}

/** Also removes what the user wrote in this tab, and the places on this device: they signed out. */
export async function forgetUser(): Promise<void> {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (key.startsWith(placesOfUser)) localStorage.removeItem(key)
  await forgetAnswers()
}
