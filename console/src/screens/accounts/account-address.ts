import { z } from 'zod'
import { searchText } from '@verbatim/client/search-text.ts'

/** The address of an account: the day whose coverage is looked at. */
export const AccountAddress = z.object({ day: z.iso.date().optional().catch(undefined) })

/** The part of an account's page with its days. */
export const coverageId = 'coverage'

/** The address of the days of an account. */
export const accountCoverageHref = (id: string) => `/integrations/accounts/${id}#${coverageId}`

/** The address of a day of an account. */
export const accountDayHref = (id: string, day: string) =>
  `/integrations/accounts/${id}${searchText({ day })}#${coverageId}`
