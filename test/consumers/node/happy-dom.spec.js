// @vitest-environment happy-dom
import { test } from 'vitest'
import { connectByClick } from './connect.js'

test('a click connects in happy-dom, without a word', connectByClick)
