/** The subjects of the pictures, and the users who take them. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Installation } from '@verbatim/server/testing/installation.ts'
import type { Browser, Locator, Page } from '@playwright/test'

export const label = 'halden'
export const administrator = { email: 'avery.lindqvist@haldenmarsh.example', password: 'Correct-Horse-7' }

/** The objects to show: ids for addresses. */
export interface Sights {
  readonly message: string
  readonly conversation: string
  readonly event: string
  /** About a message that a representative wrote. */
  readonly eventOfOurs: string
  readonly policy: string
  readonly account: string
  /** A mail with hidden text. */
  readonly mail: string
}

export interface Stage {
  readonly browser: Browser
  readonly installation: Installation
  readonly sights: Sights
  readonly tenantId: TenantId
  /** The users and their applications. */
  readonly people: { readonly console: string; readonly messenger: string }
}

export interface Screen {
  readonly name: string
  /** Default: the console. */
  readonly app?: 'messenger'
  readonly address: string | ((sights: Sights) => string)
  /** Without a sign-in. */
  readonly isOutside?: true
  /** What its actions leave behind would show on other screens, or be different the second time. */
  readonly changes?: true
  /** A first label other than the organization's. */
  readonly host?: string
  /** The user's actions before the picture is taken. */
  readonly act?: (page: Page, stage: Stage) => Promise<unknown>
  /** Undoes that right after the picture. */
  readonly undo?: (stage: Stage, page: Page) => Promise<unknown>
  /** Without the side bar, which narrow screens have behind a button. */
  readonly isNarrow?: true
  /** What its actions have opened over the page. */
  readonly layer?: Layer
  /** The README shows it in this scheme. */
  readonly picture?: 'light' | 'dark'
}

/** A dialog, menu or panel. */
interface Layer {
  /** The file that draws it. */
  readonly of: string
  readonly find: (page: Page) => Locator
}

type LayerRole = 'dialog' | 'menu' | 'listbox'

/** The layer with this name, drawn by a file of the console or, where it says so, of `ui`. */
export const layer = (of: string, role: LayerRole, name: string | RegExp): { readonly layer: Layer } => ({
  layer: {
    of: of.startsWith('ui/') ? of : `console/src/${of}`,
    find: (page) => page.getByRole(role, { name }).last(),
  },
})

export function originOf({ port }: Installation, host: string): string {
  return `http://${host}.verbatim.localhost:${port}`
}
