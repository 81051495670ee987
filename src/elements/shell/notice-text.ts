// Code to words, for notices: they share one closed union with the errors.
import { catalogue, type ErrorCode } from '../../errors.js'
import type { Notice, NoticeCode } from '../../state/notices.js'
import type { Translate } from '../lib/localize.js'

const isErrorCode = (code: NoticeCode): code is ErrorCode => Object.hasOwn(catalogue, code)

export function noticeText(t: Translate, { code, params }: Pick<Notice, 'code' | 'params'>): string {
  return isErrorCode(code) ? t(`errors.${code}`, params) : t(`notices.${code}`, params)
}
