import type { ReactNode } from 'react'

/** The props of a field with an error, if it has one. The library's field of a password does not say that it is wrong by itself. */
export const errorProps = (error: ReactNode) => ({ error, 'aria-invalid': error ? true : undefined })
