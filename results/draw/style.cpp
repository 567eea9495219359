// Plain colours first, which every viewer knows; those of the dark half follow. Lost and crashed
// are told by shape and dashes too, not by colour alone.
#include "results/draw/svg.hpp"

namespace ldfi::results {

std::string_view diagram_style() {
  return R"(.ldfi text { font: 11px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328; direction: ltr; unicode-bidi: isolate; }
.ldfi .paper { fill: #ffffff; }
.ldfi .heading { font: 600 14px "DejaVu Sans", "Segoe UI", Helvetica, Arial, sans-serif; }
.ldfi .prose { font: 12px "DejaVu Sans", "Segoe UI", Helvetica, Arial, sans-serif; fill: #57606a; }
.ldfi .alarm { fill: #b3261e; }
.ldfi .fine { fill: #1a7f37; }
.ldfi .rule { stroke: #d8dee4; stroke-width: 1; }
.ldfi .process { stroke: #57606a; stroke-width: 1.5; }
.ldfi .dead { stroke: #57606a; stroke-width: 1.5; stroke-dasharray: 2 5; }
.ldfi .name { fill: #eaeef2; stroke: #57606a; stroke-width: 1; }
.ldfi .name-text { font-weight: 600; font-size: 12px; }
.ldfi .tick { fill: #57606a; }
.ldfi .event { fill: #57606a; }
.ldfi .message { stroke: #0b57a4; stroke-width: 1.6; fill: none; }
.ldfi .head { fill: #0b57a4; stroke: none; }
.ldfi .lost { stroke: #b3261e; stroke-width: 1.6; stroke-dasharray: 6 4; fill: none; }
.ldfi .mark { stroke: #b3261e; stroke-width: 2.4; fill: none; }
.ldfi .faint { stroke: #aab2bb; stroke-width: 1; fill: none; }
.ldfi .faint-head { fill: #aab2bb; stroke: none; }
.ldfi .behind { fill: #ffffff; fill-opacity: 0.88; }
.ldfi .label { fill: #0b3d73; }
.ldfi .label-lost { fill: #8c1d18; }
.ldfi .label-faint { fill: #7d8590; }
.ldfi .edge { stroke: #57606a; stroke-width: 1.1; fill: none; }
.ldfi .edge-head { fill: #57606a; stroke: none; }
.ldfi .goal { fill: #f6f8fa; stroke: #57606a; stroke-width: 1.2; }
.ldfi .given { fill: #e6f4ea; stroke: #1a7f37; stroke-width: 1.2; }
.ldfi .root { stroke-width: 2.4; }
.ldfi .absent { fill: #fff4e5; stroke: #9a5b00; stroke-width: 1.2; stroke-dasharray: 4 3; }
.ldfi .step { fill: #ffffff; stroke: #8c959f; stroke-width: 1; }
.ldfi .sent { fill: #e7f0fb; stroke: #0b57a4; stroke-width: 1.4; }
@media (prefers-color-scheme: dark) {
.ldfi text { fill: #e6edf3; }
.ldfi .paper { fill: #0d1117; }
.ldfi .prose, .ldfi .tick { fill: #9198a1; }
.ldfi .alarm { fill: #ff8a80; }
.ldfi .fine { fill: #56d364; }
.ldfi .rule { stroke: #21262d; }
.ldfi .process, .ldfi .dead { stroke: #9198a1; }
.ldfi .event { fill: #9198a1; }
.ldfi .name { fill: #21262d; stroke: #9198a1; }
.ldfi .message { stroke: #6cb6ff; }
.ldfi .head { fill: #6cb6ff; }
.ldfi .lost, .ldfi .mark { stroke: #ff8a80; }
.ldfi .faint { stroke: #484f58; }
.ldfi .faint-head { fill: #484f58; }
.ldfi .behind { fill: #0d1117; }
.ldfi .label { fill: #b6d9ff; }
.ldfi .label-lost { fill: #ffb4ab; }
.ldfi .label-faint { fill: #8b949e; }
.ldfi .edge { stroke: #9198a1; }
.ldfi .edge-head { fill: #9198a1; }
.ldfi .goal { fill: #161b22; stroke: #9198a1; }
.ldfi .given { fill: #10301a; stroke: #56d364; }
.ldfi .absent { fill: #33240d; stroke: #e3b341; }
.ldfi .step { fill: #0d1117; stroke: #6e7681; }
.ldfi .sent { fill: #10263f; stroke: #6cb6ff; }
}
)";
}

}  // namespace ldfi::results
