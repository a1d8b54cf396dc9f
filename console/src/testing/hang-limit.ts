import { configure } from '@testing-library/dom'

/** What a test waits for has come, or hangs: on a busy machine the first use of a module takes longer than the usual second. */
configure({ asyncUtilTimeout: 20_000 })
