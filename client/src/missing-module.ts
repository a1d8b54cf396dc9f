/** Browsers' messages if a part of the program cannot be fetched. They have no code for this. */
const missingModule =
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i

/** Whether a part of the page could not be loaded: only loading the page again helps. */
export function isMissingModule(error: unknown): boolean {
  return error instanceof Error && missingModule.test(error.message)
}
