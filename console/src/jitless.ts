import { config } from 'zod'

/** Schemas are not compiled with `new Function`: the content security policy refuses it. Imported before any schema. */
config({ jitless: true })
