import t from 'tap'
import { COMMON_PASSWORDS } from '../../../actors/sign-in/common-passwords.js'
import { passwordWeakness } from '../../../engine/access/password.js'

const weaknessOf = (password: string) =>
  passwordWeakness(password, 0, COMMON_PASSWORDS)?.message ?? null

t.test('what everybody takes is refused, however it is dressed up', async (t) => {
  const common = [
    'Password1!',
    'P@$$w0rd1',
    'pASSWORD123!',
    'Pa55word!',
    '!Password1',
    'Passw0rd!!!',
    'Qwerty123!',
    'Welcome2024!',
    'Summer#2025',
    '123!Admin',
    'L3tm31n!',
    'Tr4d3r12!',
    '1qaz@WSX',
    'Adm!n123',
    'We!come12',
    'Zaq1@wsx',
    'Q1w2e3r4!',
    'Aa123456!',
    'M1ch@el99',
    'Openfloor1!',
  ]
  for (const password of common) t.match(weaknessOf(password), /too common/, password)
})

t.test('what only resembles it is not', async (t) => {
  const own = [
    'Abcd12!x',
    'Password!Kq7',
    'Dragon#8391',
    'Summer?Tiger4',
    'Xpass1word!',
    'Qwerty7?zu',
    'Correct4!Horse',
    'Passw0rd\u00e91!',
    'Mond12!schein',
    'Next34567?',
  ]
  for (const password of own) t.equal(weaknessOf(password), null, password)
})
