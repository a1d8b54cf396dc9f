import type { Locator, Page } from '@playwright/test'

/** Seconds for a click and for a key, by the keystroke-level model: to point and press, and an average typist's key. */
export const pace = { click: 1.3, key: 0.28 }

export interface Effort {
  readonly clicks: number
  readonly keys: number
  /** How long the product let the user wait. */
  readonly waited: number
}

/** A user who does one thing after the other, and waits only for what the next step needs. Each input counts. */
export interface Hand {
  readonly page: Page
  click(target: Locator): Promise<void>
  /** Presses keys one after the other, such as `j` and `Enter`. */
  press(...keys: string[]): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** Chooses a file: a click on the button, and one in the system's dialog. */
  choose(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>
  /** What a user needs to see before going on, or at the end. */
  see(target: Locator): Promise<void>
  effort(): Effort
}

export function makeHand(page: Page): Hand {
  let clicks = 0
  let keys = 0
  let waited = 0
  const see = async (target: Locator) => {
    const since = performance.now()
    await target.first().waitFor()
    waited += performance.now() - since
  }
  return {
    page,
    async click(target) {
      await see(target)
      clicks += 1
      await target.click()
    },
    async press(...all) {
      for (const key of all) {
        keys += 1
        await page.keyboard.press(key)
      }
    },
    async type(text) {
      keys += text.length
      await page.keyboard.type(text)
    },
    async choose(field, file) {
      clicks += 2
      await field.setInputFiles(file)
    },
    see,
    effort: () => ({ clicks, keys, waited: waited / 1000 }),
  }
}
