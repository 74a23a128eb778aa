/**
 * Decodes the output of `packed` in the build script to compressed data: each five characters are
 * four bytes.
 * @param {string} text
 */
export function unpack(text) {
  const view = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let i = 0; i < text.length; i += 5) {
    let number = 0;
    for (let k = i; k < i + 5; k++) number = number * 85 + text.charCodeAt(k) - 35;
    view.setUint32((i / 5) * 4, number);
  }
  return view.buffer;
}
