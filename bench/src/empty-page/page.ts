/** The size of React and Mantine without a product: the comparison for the console's first load. */
import { MantineProvider, Title } from '@mantine/core'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
// @ts-expect-error the bundler knows style sheets, the compiler does not
import '@mantine/core/styles.css'

const place = document.querySelector('#root')
if (place) createRoot(place).render(createElement(MantineProvider, null, createElement(Title, null, 'Empty')))
