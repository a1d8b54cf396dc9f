/** What the pictures are taken of, and by whom. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Installation } from '@verbatim/server/testing/installation.ts'
import type { Browser, Page } from '@playwright/test'

export const label = 'halden'
export const administrator = { email: 'avery.lindqvist@haldenmarsh.example', password: 'Correct-Horse-7' }

/** What is there to be looked at: ids for addresses. */
export interface Sights {
  readonly message: string
  readonly conversation: string
  readonly event: string
  readonly policy: string
  readonly account: string
  /** A mail that also contains what is hidden in it. */
  readonly mail: string
}

export interface Stage {
  readonly browser: Browser
  readonly installation: Installation
  readonly sights: Sights
  readonly tenantId: TenantId
  /** Who signs in where. */
  readonly people: { readonly console: string; readonly messenger: string }
}

export interface Screen {
  readonly name: string
  /** The console, unless told. */
  readonly app?: 'messenger'
  readonly address: string | ((sights: Sights) => string)
  /** Nobody is signed in. */
  readonly isOutside?: true
  /** Another first label than the organization's. */
  readonly host?: string
  /** What a person does there before the picture is taken. */
  readonly act?: (page: Page, stage: Stage) => Promise<unknown>
  /** What is put right after it. */
  readonly undo?: (stage: Stage) => Promise<unknown>
  /** The README shows it, in this scheme. */
  readonly picture?: 'light' | 'dark'
}

export function originOf({ port }: Installation, host: string): string {
  return `http://${host}.verbatim.localhost:${port}`
}
