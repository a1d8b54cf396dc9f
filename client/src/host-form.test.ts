import { expect, test } from 'vitest'
import { hasHostForm } from './host-form.ts'

test.each([
  'acme.example.com',
  'ACME.Example.com',
  'acme.example.com:8443',
  'dev.example.com',
  'stage.example.com',
  'local.example.com',
  'redirect.example.com',
  'www.example.com',
  'localhost',
  'localhost:3000',
  'acme.verbatim.localhost:3000',
])('%s has the form of our hosts', (host) => expect(hasHostForm(host)).toBe(true))

test.each([
  '',
  'example.com',
  'com',
  'a.b.c.d',
  '127.0.0.1',
  '10.0.1',
  'a..com',
  '-a.example.com',
  'a_b.example.com',
  '[::1]:3000',
])('%j does not have the form of our hosts', (host) => expect(hasHostForm(host)).toBe(false))
