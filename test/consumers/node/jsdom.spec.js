// @vitest-environment jsdom
import { test } from 'vitest'
import { connectByClick } from './connect.js'

test('a click connects in jsdom, without a word', connectByClick)
