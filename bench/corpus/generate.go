package corpus

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// The generated documents are the same on every machine and with every Go
// release: they draw from a generator that is written out here, and use no map
// iteration and no library whose output may change.

// generated returns a source that runs a generator.
func generated(write func() []byte) func() ([]byte, error) {
	return func() ([]byte, error) { return write(), nil }
}

// lcg is Knuth's 64-bit linear congruential generator (MMIX). Its low bits are
// poor, so only high ones are used.
type lcg uint64

// next returns a number in [0, n), for 0 < n < 2^31.
func (g *lcg) next(n int) int {
	*g = *g*6364136223846793005 + 1442695040888963407
	return int(uint64(*g) >> 33 % uint64(n))
}

// pick returns one of the words.
func (g *lcg) pick(words []string) string { return words[g.next(len(words))] }

var russian = strings.Fields(`
	время человек дело жизнь день рука раз год слово место друг вопрос лицо
	сторона дом страна мир случай голова ребёнок сила конец вид система часть
	город отношение женщина земля машина вода отец проблема час право нога
	решение дверь образ история власть закон война бог голос тысяча книга
	возможность результат ночь стол имя область статья число компания народ
	жена группа развитие процесс суд условие средство начало свет пора путь
	душа уровень форма связь минута улица вечер качество мысль дорога мать
	действие месяц государство любовь взгляд век комната школа
	и в не на что быть с как этот но он она они мы вы тот весь свой который
	мочь сказать говорить знать стать хотеть идти видеть большой новый хороший`)

// cyrillicEscaped writes an array of 2,000 Russian sentences of 3 to 17 words,
// every character beyond ASCII as \uXXXX, the way an encoder with an ASCII-only
// option writes them.
func cyrillicEscaped() []byte {
	var g lcg = 1
	out := []byte{'['}
	for i := range 2000 {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(out, '"')
		for k, n := 0, 3+g.next(15); k < n; k++ {
			if k > 0 {
				out = append(out, ' ')
			}
			out = appendASCII(out, g.pick(russian))
		}
		out = append(out, '.', '"')
	}
	return append(out, ']', '\n')
}

// appendASCII appends text, which holds no character that JSON demands to be
// escaped, with everything beyond ASCII as \uXXXX.
func appendASCII(out []byte, text string) []byte {
	for _, unit := range utf16.Encode([]rune(text)) {
		if unit < 0x80 {
			out = append(out, byte(unit))
		} else {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}
