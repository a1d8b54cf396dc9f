import { useLocalStorage } from '@mantine/hooks'

/** Whether the side bar shows its icons alone. */
export const useFolded = () =>
  useLocalStorage({
    key: 'verbatim.side-bar-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
