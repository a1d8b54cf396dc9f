import type { Page } from '@playwright/test'

/** The dialog of the page: the first, if a question is open over it. */
export const dialog = (page: Page) => page.getByRole('dialog').first()
