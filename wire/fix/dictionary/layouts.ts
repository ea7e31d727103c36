/**
 * The fields of each supported FIX 4.4 message, in the order of the standard. A line begins with
 * the message type or the name of a shared part. `!` marks required fields, `@` shared parts;
 * parentheses contain the fields of a repeating group after its counter. MDFullGrp also contains
 * field 278 from a later standard, because providers use it to identify entries of a full book.
 */

export const SHARED_PARTS = `
Parties 453(448 447 452 @PtysSubGrp)
PtysSubGrp 802(523 803)
ContraGrp 382(375 337 437 438 655)
Instrument 55! 65 48 22 @SecAltIDGrp 460 461 167 762 200 541 201 224 225 239 226 227 228 255 543
  470 471 472 240 202 947 206 231 223 207 106 348 349 107 350 351 691 667 875 876 @EvntGrp 873
  874
SecAltIDGrp 454(455 456)
EvntGrp 864(865 866 867 868)
FinancingDetails 913 914 915 918 788 916 917 919 898
UndInstrmtGrp 711(@UnderlyingInstrument)
UnderlyingInstrument 311 312 309 305 @UndSecAltIDGrp 462 463 310 763 313 542 315 241 242 243 244
  245 246 256 595 592 593 594 247 316 941 317 436 435 308 306 362 363 307 364 365 877 878 318
  879 810 882 883 884 885 886 @UnderlyingStipulations
UndSecAltIDGrp 457(458 459)
UnderlyingStipulations 887(888 889)
Stipulations 232(233 234)
OrderQtyData 38 152 516 468 469
PegInstructions 211 835 836 837 838 840
DiscretionInstructions 388 389 841 842 843 844 846
CommissionData 12 13 479 497
SpreadOrBenchmarkCurveData 218 220 221 222 662 663 699 761
YieldData 235 236 701 696 697 698
ContAmtGrp 518(519 520 521)
InstrmtLegExecGrp 555(@InstrumentLeg 687 690 @LegStipulations 564 565 @NestedParties 654 566 587
  588 637)
InstrumentLeg 600 601 602 603 @LegSecAltIDGrp 607 608 609 764 610 611 248 249 250 251 252 253
  257 599 596 597 598 254 612 942 613 614 615 616 617 618 619 620 621 622 623 624 556 740 739
  955 956
LegSecAltIDGrp 604(605 606)
LegStipulations 683(688 689)
NestedParties 539(524 525 538 @NstdPtysSubGrp)
NstdPtysSubGrp 804(545 805)
MiscFeesGrp 136(137 138 139 891)
RoutingGrp 215(216 217)
InstrmtGrp 146(@Instrument)
InstrmtLegGrp 555(@InstrumentLeg)
LinesOfTextGrp 33!(58! 354 355)
PreAllocGrp 78(79 661 736 467 @NestedParties 80)
TrdgSesGrp 386(336 625)
MDReqGrp 267!(269!)
InstrmtMDReqGrp 146!(@Instrument! @UndInstrmtGrp @InstrmtLegGrp)
MDFullGrp 268!(269! 278 270 15 271 272 273 274 275 336 625 276 277 282 283 284 286 59 432 126 110 18
  287 37 299 288 289 346 290 546 811 58 354 355)
MDIncGrp 268!(279! 285 269 278 280 @Instrument @UndInstrmtGrp @InstrmtLegGrp 291 292 270 15 271
  272 273 274 275 336 625 276 277 282 283 284 286 59 432 126 110 18 287 37 299 288 289 346 290
  546 811 451 58 354 355)
MDRjctGrp 816(817)
AffectedOrdGrp 534(41 535 536)
InstrumentExtension 668 869 @AttrbGrp
AttrbGrp 870(871 872)
SecListGrp 146(@Instrument @InstrumentExtension @FinancingDetails @UndInstrmtGrp 15
  @Stipulations @InstrmtLegSecListGrp @SpreadOrBenchmarkCurveData @YieldData 561 562 336 625 827
  58 354 355)
InstrmtLegSecListGrp 555(@InstrumentLeg 690 587 @LegStipulations @LegBenchmarkCurveData)
LegBenchmarkCurveData 676 677 678 679 680
PosUndInstrmtGrp 711(@UnderlyingInstrument 732! 733!)
PositionQty 702(703 704 705 706 @NestedParties)
PositionAmountData 753(707 708)
`

export const MESSAGE_LAYOUTS = `
Header 8! 9! 35! 49! 56! 115 128 90 91 34! 50 142 57 143 116 144 129 145 43 97 52! 122 212 213
  347 369 627(628 629 630)
Trailer 93 89 10!
0 112
1 112!
2 7! 16!
3 45! 371 372 373 58 354 355
4 123 36!
5 58 354 355
A 98! 108! 95 96 141 789 383 384(372 385) 464 553 554
8 37! 198 526 527 11 41 583 693 790 584 911 912 @Parties 229 @ContraGrp 66 548 551 549 17! 19
  150! 39! 636 103 378 1 660 581 589 590 591 63 64 544 635 @Instrument! @FinancingDetails
  @UndInstrmtGrp 54! @Stipulations 854 @OrderQtyData 40 423 44 99 @PegInstructions
  @DiscretionInstructions 839 845 847 848 849 850 15 376 377 59 168 432 126 18 528 529 582 32
  652 31 651 669 194 195 30 336 625 943 29 151! 14! 6! 424 425 426 427 75 60 113 @CommissionData
  @SpreadOrBenchmarkCurveData @YieldData 381 157 230 158 159 738 920 921 922 258 259 260 238 237
  118 119 120 155 156 21 110 111 77 210 775 58 354 355 193 192 641 442 480 481 513 494 483 515
  484 485 638 639 851 @ContAmtGrp @InstrmtLegExecGrp 797 @MiscFeesGrp
9 37! 198 526 11! 583 41! 39! 636 586 66 1 660 581 229 75 60 434! 102 58 354 355
B 42 61 148! 358 359 @RoutingGrp @InstrmtGrp @InstrmtLegGrp @UndInstrmtGrp @LinesOfTextGrp! 149
  95 96
D 11! 526 583 @Parties 229 75 1 660 581 589 590 591 70 @PreAllocGrp 63 64 544 635 21 18 110 111
  100 @TrdgSesGrp 81 @Instrument! @FinancingDetails @UndInstrmtGrp 140 54! 114 60! @Stipulations
  854 @OrderQtyData! 40! 423 44 99 @SpreadOrBenchmarkCurveData @YieldData 15 376 377 23 117 59
  168 432 126 427 @CommissionData 528 529 582 121 120 775 58 354 355 193 192 640 77 203 210
  @PegInstructions @DiscretionInstructions 847 848 849 480 481 513 494
F 41! 37 11! 526 583 66 586 1 660 581 @Parties @Instrument! @FinancingDetails @UndInstrmtGrp 54!
  60! @OrderQtyData! 376 58 354 355
G 37 @Parties 229 75 41! 11! 526 583 66 586 1 660 581 589 590 591 70 @PreAllocGrp 63 64 544 635
  21 18 110 111 100 @TrdgSesGrp @Instrument! @FinancingDetails @UndInstrmtGrp 54! 60! 854
  @OrderQtyData! 40! 423 44 99 @SpreadOrBenchmarkCurveData @YieldData @PegInstructions
  @DiscretionInstructions 847 848 849 376 377 15 59 168 432 126 427 @CommissionData 528 529 582
  121 120 775 58 354 355 193 192 640 77 203 210 114 480 481 513 494
H 37 11! 526 583 @Parties 790 1 660 @Instrument! @FinancingDetails @UndInstrmtGrp 54!
Q 37! 198 17! 127! @Instrument! @UndInstrmtGrp @InstrmtLegGrp 54! @OrderQtyData! 32 31 58 354
  355
V 262! 263! 264! 265 266 286 546 547 @MDReqGrp! @InstrmtMDReqGrp! @TrdgSesGrp 815 812
W 262 @Instrument! @UndInstrmtGrp @InstrmtLegGrp 291 292 451 @MDFullGrp! 813 814
X 262 @MDIncGrp! 813 814
Y 262! 281 @MDRjctGrp 58 354 355
j 45 372! 379 380! 58 354 355
q 11! 526 530! 336 625 @Instrument @UnderlyingInstrument 54 60! 58 354 355
r 11 526 37! 198 530! 531! 532 533 @AffectedOrdGrp 336 625 @Instrument @UnderlyingInstrument 54
  60 58 354 355
x 320! 559! @Instrument @InstrumentExtension @FinancingDetails @UndInstrmtGrp @InstrmtLegGrp 15
  58 354 355 336 625 263
y 320! 322! 560! 393 893 @SecListGrp
AF 584! 585! @Parties 1 660 336 625 @Instrument @UnderlyingInstrument 54
AN 710! 724! 573 263 @Parties! 1! 660 581! @Instrument 15 @InstrmtLegGrp @UndInstrmtGrp 715! 716
  717 @TrdgSesGrp 60! 725 726 58 354 355
AO 721! 710 727 325 728! 729! @Parties! 1! 660 581! @Instrument 15 @InstrmtLegGrp @UndInstrmtGrp
  725 726 58 354 355
AP 721! 710 724 263 727 325 728! 715! 716 717 @Parties! 1! 660 581! @Instrument 15 730! 731!
  734! @InstrmtLegGrp @PosUndInstrmtGrp @PositionQty! @PositionAmountData! 506 743 58 354 355
`

/** All message types of the standard. Those without a layout are known but not supported. */
export const MESSAGE_TYPES = `
0 1 2 3 4 5 6 7 8 9 A B C D E F G H J K L M N P Q R S T V W X Y Z a b c d e f g h i j k l m n o
p q r s t u v w x y z AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AP AQ AR AS AT AU AV AW AX AY
AZ BA BB BC BD BE BF BG BH
`
