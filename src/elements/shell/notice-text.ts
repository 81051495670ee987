// The text of a notice. A notice code is one of its own or an error code.
import { catalogue, type ErrorCode } from '../../vocabulary/errors.js'
import type { Notice, NoticeCode } from '../../state/interface/notices.js'
import type { Translate } from '../lib/localize.js'

const isErrorCode = (code: NoticeCode): code is ErrorCode => Object.hasOwn(catalogue, code)

/** The text of a notice: `errors.<code>` for an error code, else `notices.<code>`. */
export function noticeText(t: Translate, { code, params }: Pick<Notice, 'code' | 'params'>): string {
  return isErrorCode(code) ? t(`errors.${code}`, params) : t(`notices.${code}`, params)
}
