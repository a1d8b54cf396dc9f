import { z } from 'zod'

/**
 * A client loads something before its user opens it, so that it appears at once. The audit trail says so. When the user does
 * open it, the client asks again without this field, and the trail says that too.
 */
export const loadedAhead = { ahead: z.literal('true').optional() }
